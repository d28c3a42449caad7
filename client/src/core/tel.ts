/** The `tel:` URL of a phone number, without the blanks and dashes that people write in it. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
