/** The product's version, as package.json says. */
export const VERSION = '0.1.0';
