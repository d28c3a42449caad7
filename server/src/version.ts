/** The product's version, equal to that of package.json. */
export const VERSION = '0.1.0';
