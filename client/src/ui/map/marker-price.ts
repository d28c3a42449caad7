const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/**
 * Formats rupees without paise where they are zero: `₹240`, but `₹240.50`. For bubbles on a map, where space is
 * limited.
 */
export function formatWholeMoney(rupees: number): string {
  return (Number.isInteger(rupees) ? whole : exact).format(rupees);
}
