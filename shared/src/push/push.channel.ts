/** The channel of Android's settings in which the notifications of the inbox are shown. */
export const PUSH_CHANNEL = 'inbox';
