BEGIN TRANSACTION;
CREATE TABLE events (
	"match" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	written FLOAT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY ("match", number)
);
INSERT INTO "events" VALUES(1,0,1700001021.0,'{"event":"match-began","at":7.0,"players":["Ada","Bo","Äiti"],"rules":{"preset":"tournament","extensions":1,"opening_points":20},"points":200}');
INSERT INTO "events" VALUES(1,1,1700001028.0,'{"event":"round-began","at":14.0,"first":"Bo"}');
INSERT INTO "events" VALUES(1,2,1700001042.0,'{"event":"dealt-again","at":35.0,"player":"Äiti"}');
INSERT INTO "events" VALUES(1,3,1700001056.0,'{"event":"paused","at":49.0}');
INSERT INTO "events" VALUES(1,4,1700001070.0,'{"event":"resumed","at":63.0}');
INSERT INTO "events" VALUES(1,5,1700001084.0,'{"event":"time-extended","at":77.0}');
INSERT INTO "events" VALUES(1,6,1700001098.0,'{"event":"turn-claimed","at":91.0,"player":"Bo","after":["r7 r8 r9","k1 b1 J"],"seconds":42.0,"verdict":{"legal":true,"played":["k1","r7","r8","r9","b1","J"],"draw":0,"opening_points":27,"faults":[]}}');
INSERT INTO "events" VALUES(1,7,1700001112.0,'{"event":"turn-claimed","at":105.0,"player":"Äiti","after":["r7 r8 r9","k1 b1 J","o5"],"seconds":14.0,"verdict":{"legal":false,"played":["o5"],"draw":3,"opening_points":0,"faults":[{"code":"not-a-set","text":"(orange 5) is not a set: a set has at least 3 tiles.","sets":[2],"tiles":["o5"],"source":"leaflet 001: after each turn only valid sets lie on the table, no tile left over"},{"code":"opening-too-low","text":"The opening is worth 0 points and needs at least 20.","sets":[2],"tiles":[],"source":"house rule: opening_points is 20"}]}}');
INSERT INTO "events" VALUES(1,8,1700001126.0,'{"event":"table-restored","at":119.0,"table":["r7 r8 r9","k1 b1 J"]}');
INSERT INTO "events" VALUES(1,9,1700001140.0,'{"event":"turn-claimed","at":133.0,"player":"Ada","after":["r7 r8 r9","k1 b1 J","k2 k3"],"seconds":14.0,"verdict":{"legal":false,"played":["k2","k3"],"draw":3,"opening_points":0,"faults":[{"code":"not-a-set","text":"(black 2, black 3) is not a set: a set has at least 3 tiles.","sets":[2],"tiles":["k2","k3"],"source":"leaflet 001: a run is three or more consecutive numbers of one colour; 1 is lowest"},{"code":"opening-too-low","text":"The opening is worth 0 points and needs at least 20.","sets":[2],"tiles":[],"source":"house rule: opening_points is 20"}]}}');
INSERT INTO "events" VALUES(1,10,1700001154.0,'{"event":"verdict-overruled","at":147.0,"legal":true,"reason":"we let it lie"}');
INSERT INTO "events" VALUES(1,11,1700001168.0,'{"event":"turn-claimed","at":161.0,"player":"Bo","after":["r7 r8 r9 r10","k1 b1 J","k2 k3"],"seconds":14.0,"verdict":{"legal":true,"played":["r10"],"draw":0,"opening_points":null,"faults":[]}}');
INSERT INTO "events" VALUES(1,12,1700001182.0,'{"event":"turn-taken-back","at":175.0}');
INSERT INTO "events" VALUES(1,13,1700001196.0,'{"event":"rack-corrected","at":189.0,"player":"Ada","tiles":0}');
INSERT INTO "events" VALUES(1,14,1700001210.0,'{"event":"round-counted","at":203.0,"racks":["","b13 k13 J","o5 o6"]}');
INSERT INTO "events" VALUES(1,15,1700001224.0,'{"event":"round-began","at":217.0,"first":"Bo"}');
CREATE TABLE notes (
	name VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "notes" VALUES('told','{"told":[{"quad":[[1.0,2.0],[3.0,2.0],[3.0,4.0],[1.0,4.0]],"read":"r6","tile":"r9"}]}');
INSERT INTO "notes" VALUES('page-house','{"help":"opening"}');
COMMIT;
