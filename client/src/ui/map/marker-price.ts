const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Rupees as short as they can be without a lie: `₹240`, but `₹240.50`. For bubbles on a map, where room is scarce. */
export function formatWholeMoney(rupees: number): string {
  return (Number.isInteger(rupees) ? whole : exact).format(rupees);
}
