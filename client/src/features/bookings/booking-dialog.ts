/** The dialogs over the details of a booking, as named by `?dialog=` in the address. */
export type BookingDialog = 'cancel' | 'rate' | 'pay' | 'method' | 'receipt';
