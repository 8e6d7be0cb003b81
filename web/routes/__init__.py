"""The addresses: buttons, feed, pages, exports."""
