/** Stands in for style sheets: any class name is its own key. */
const classes: Record<string, string> = {};
export default classes;
