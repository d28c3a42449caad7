export const realtime = {
  'realtime.reconnecting': 'Reconnecting… showing data from {time}',
  'realtime.reconnecting_short': 'Reconnecting…',
  'realtime.unknown_event': 'There is no such message',
  'realtime.too_many_watches': 'At most {max} watches at once',
  'realtime.too_many_drivers': 'At most 50 drivers at once',
  'realtime.session_ended': 'You were signed out. Please sign in again.',
} as const;
