/** What can be opened over the details of a booking, as `?dialog=` in the address names it. */
export type BookingDialog = 'cancel' | 'rate' | 'pay' | 'method' | 'receipt';
