import { CURRENCY } from '@boli/shared/core/constants';

interface UpiPayment {
  /** The payee's UPI ID. */
  upiId: string;
  name: string;
  /** Rupees. */
  amount: number;
  note: string;
  /** The payer's app keeps it with the payment: at most 35 characters, so an id goes without its dashes. */
  reference: string;
}

/** The address that opens a UPI app with payee and amount filled in; what a payment's QR code says. */
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
