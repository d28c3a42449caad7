export const native = {
  'native.which_server': 'Which server?',
  'native.which_server_hint': 'Your operator has its address.',
  'native.server': 'Address of the server',
  'native.connect': 'Connect',
  'native.connecting': 'Connecting...',
  'native.server_invalid': 'Please enter an address such as boli.example.org',
  'native.server_silent': 'No answer from {host}. Check the address and your connection.',
  'native.server_other': '{host} is not a Boli server',
  'native.connected_to': 'Server: {host}',
  'native.change_server': 'Change server',
  'native.no_app': 'This phone has no app for this',
  'native.sharing_title': 'Your position is shared',
  'native.sharing': 'The customer sees where you are until the ride ends',
  'native.share': 'Share',
  'native.push_denied': 'Notifications are blocked for Boli. You can allow them in the settings of your phone.',
  'native.push_unsupported': 'This app cannot notify you while it is closed.',
  'native.push_channel': 'Rides and messages',
  'native.reason_location':
    'Your position suggests where your ride starts. If you are a driver, it shows your customer where you are.',
  'native.reason_location_always':
    'While you drive a customer, your position is shown to them until the ride ends, also with the screen off.',
  'native.reason_camera': "Drivers take pictures of their documents and of their car for the operator's check.",
} as const;
