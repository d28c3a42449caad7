/** The dialogs over the details of a booking, as named by `?dialog=` in the URL. */
export type BookingDialog = 'cancel' | 'rate' | 'pay' | 'method' | 'receipt';
