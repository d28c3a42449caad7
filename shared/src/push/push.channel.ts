/** The id of the Android notification channel for the notifications of the inbox. */
export const PUSH_CHANNEL = 'inbox';
