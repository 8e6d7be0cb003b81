// The agreement is read or printed; nothing else.

document.getElementById("print").addEventListener("click", () => window.print());
