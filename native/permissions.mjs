/**
 * All permissions that the apps request, each with its reason: on Android the reasons become comments of the manifest,
 * and on iOS the sentences that the system shows.
 */

/** @type {readonly (readonly [name: string, reason: string])[]} */
export const androidPermissions = [
  ['INTERNET', 'The app talks to its server.'],
  [
    'ACCESS_COARSE_LOCATION',
    'The pickup is suggested near the customer; Android demands this permission with the next one.',
  ],
  [
    'ACCESS_FINE_LOCATION',
    'The exact position shows on which side of the street the pickup is, and where the driver is.',
  ],
  [
    'FOREGROUND_SERVICE',
    'During a ride the position of the driver is sent also while the screen is off; a notification is shown meanwhile.',
  ],
  [
    'FOREGROUND_SERVICE_LOCATION',
    'Since Android 14 a foreground service has to declare its kind: this one reads the location.',
  ],
  ['POST_NOTIFICATIONS', 'The notification of that service, and the notifications that a person switches on.'],
  ['WAKE_LOCK', 'Positions are sent while the phone sleeps.'],
  ['VIBRATE', 'The phone vibrates when a driver is chosen, and while a slider is moved.'],
];

/** A plugin adds these to the manifest, to restore geofences after a restart of the phone; this app has no geofences. */
export const androidRemoved = {
  permissions: ['RECEIVE_BOOT_COMPLETED'],
  receivers: ['GeofenceBootReceiver', 'GeofenceBroadcastReceiver'].map(
    (name) => `com.capgo.capacitor_background_geolocation.${name}`,
  ),
};

/**
 * The keys of Info.plist, each with its reason in the catalogue of texts (shared/src/messages/en/native.ts).
 * @type {readonly (readonly [key: string, reason: import('@boli/shared/core/messages').MessageKey])[]}
 */
export const iosPermissions = [
  ['NSLocationWhenInUseUsageDescription', 'native.reason_location'],
  ['NSLocationAlwaysAndWhenInUseUsageDescription', 'native.reason_location_always'],
  ['NSCameraUsageDescription', 'native.reason_camera'],
];
