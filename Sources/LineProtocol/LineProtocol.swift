// LineProtocol
