/**
 * Removes the hash that the build adds to the name of a file: `/assets/MapStage-x1mAp_9a.js` becomes
 * `/assets/MapStage.js`. A hash may by chance contain a word that is searched for.
 */
export const withoutHash = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '');
