import { CURRENCY } from '@boli/shared/core/constants';

interface UpiPayment {
  /** The payee's UPI ID. */
  upiId: string;
  name: string;
  /** Rupees. */
  amount: number;
  note: string;
  /** The transaction reference; a UUID loses its dashes to fit UPI's limit of 35 characters. */
  reference: string;
}

/** The deep link that opens a UPI app with payee and amount; also the content of the QR code. */
export function upiLink({ upiId, name, amount, note, reference }: UpiPayment): string {
  const fields = {
    pn: name,
    am: amount.toFixed(2),
    cu: CURRENCY,
    tn: note,
    tr: reference.replaceAll('-', '').slice(0, 35),
  };
  const rest = Object.entries(fields).map(([field, value]) => `&${field}=${encodeURIComponent(value)}`);
  // UPI apps expect the @ of the ID as it is.
  return `upi://pay?pa=${encodeURIComponent(upiId).replaceAll('%40', '@')}${rest.join('')}`;
}
