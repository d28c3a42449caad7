import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Computes the gateway's signature: HMAC-SHA256 in lower-case hexadecimal. */
export function signatureOf(key: KeyObject, text: string | Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The text that the gateway signs after a paid checkout: `<id of the stored order>|<id of the payment>`. */
export function checkoutText(orderId: string, paymentId: string): string {
  return `${orderId}|${paymentId}`;
}

/** Whether a signature is right. The duration of the check does not reveal where a wrong signature differs. */
export function isSignedBy(key: KeyObject, text: string | Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature, 'utf8');
  const right = Buffer.from(signatureOf(key, text), 'utf8');
  return given.length === right.length && timingSafeEqual(given, right);
}
