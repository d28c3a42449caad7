/** The centre of the measured town. */
export const CENTER = { lat: 28.6139, lng: 77.209 };
