/** Where terms are accepted; whoever came by an external address has a page of their own. Specification 4.14. */
export function acceptPath(route: string, address: string): string {
  return address.includes('external') ? '/external-accept-tos' : route
}
