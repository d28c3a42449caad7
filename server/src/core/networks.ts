import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A parsed address; an IPv4-mapped IPv6 address becomes its IPv4 address. Null for a text that is not an address. */
function parse(address: string): Address | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function prefix(address: Address, bits: { ipv4: number; ipv6: number }): string {
  const length = address.kind() === 'ipv4' ? bits.ipv4 : bits.ipv6;
  const bytes = address.toByteArray().map((byte, at) => byte & (0xff << Math.max(0, 8 - Math.max(0, length - at * 8))));
  return `${ipaddr.fromByteArray(bytes)}/${length}`;
}

/** The key for limits per address: one IPv4 address, or an IPv6 /64, the smallest network that a subscriber gets. */
export function addressKey(address: string): string {
  const parsed = parse(address);
  if (!parsed) return address;
  return parsed.kind() === 'ipv4' ? parsed.toString() : prefix(parsed, { ipv4: 32, ipv6: 64 });
}

/**
 * The network of an address, wide enough not to identify a household: an IPv4 /24 or an IPv6 /48. Null for a text that
 * is not an address.
 */
export function networkOf(address: string): string | null {
  const parsed = parse(address);
  return parsed && prefix(parsed, { ipv4: 24, ipv6: 48 });
}
