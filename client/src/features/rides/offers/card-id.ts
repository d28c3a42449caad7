/** The id of the element of an open request's card. */
export const cardId = (rideId: string): string => `request-${rideId}`;
