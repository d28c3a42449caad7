/**
 * Constants of the product that client and server show or enforce. Values that an operator may change are not here:
 * they are settings of the server, which clients read by `GET /config`.
 */

export const CURRENCY = 'INR';
/** The platform's fee by the fee rule `commission`, in percent of the price. A law may lower it. */
export const PLATFORM_FEE_PERCENT = 10;
export const MAX_PRICE_RUPEES = 1_000_000;

export const SCHEDULE_LEAD_MINUTES = 30;
export const SCHEDULE_MAX_DAYS = 30;
/** A scheduled time may be this much below the minimum lead, because time passes before a form is submitted. */
export const SCHEDULE_GRACE_MS = 60_000;

export const DEFAULT_CENTER = { lat: 28.6139, lng: 77.209 } as const;
export const ZOOM_NEAR = 13;
export const ZOOM_QUOTES = 12;
export const MAP_HEIGHT_PX = 400;
export const QUOTE_MARKER_OFFSET_DEG = 0.01;

export const GEOLOCATION_TIMEOUT_MS = 10_000;
export const ADDRESS_DELAY_MS = 500;
export const ADDRESS_MAX_PARTS = 4;

/** Intervals of the REST fallback while the socket is down. */
export const QUOTES_POLL_MS = 5_000;
export const CUSTOMER_POLL_MS = 5_000;
export const OPEN_REQUESTS_POLL_MS = 10_000;
/** How long the socket is down before a banner says so, and before the REST fallback begins. */
export const BANNER_AFTER_MS = 2_000;
export const FALLBACK_AFTER_MS = 5_000;
/** How the app reconnects (options of socket.io-client): with exponential backoff between these delays (ms), at random. */
export const RECONNECTION = { reconnectionDelay: 500, reconnectionDelayMax: 5_000 } as const;

export const MAX_UPLOAD_BYTES = 5_242_880;
export const SHORT_ID_LENGTH = 8;
export const STALE_FIX_MS = 30_000;
/**
 * A fix that is less accurate than this (metres), or further from the fix before than a car can drive in the time, is
 * not shown as live.
 */
export const MAX_FIX_ACCURACY_M = 200;
export const MAX_CAR_KMH = 200;
export const PRESENCE_MS = 60_000;
/** How often available drivers report their position. */
export const PLACE_EVERY_MS = 60_000;
/** A driver whose last report is older than this is shown as quiet. */
export const LIVE_QUIET_MS = 90_000;
export const POSITION_INTERVAL_MS = 1_000;
/** A driver this near to the pickup of an accepted booking (metres) has arrived. */
export const ARRIVED_WITHIN_M = 60;
/** The customer is notified that the driver is arriving when this many seconds are left to the pickup. */
export const ARRIVING_WITHIN_S = 120;

/** How long an admin can undo a Mark Paid or a decision on a driver. */
export const UNDO_MS = 60_000;

export const TOAST_MS = 4_000;
export const TOAST_SUCCESS_MS = 3_000;
export const TOAST_MAX = 3;

/** Phone numbers of a completed ride are shown to the other side for this long. */
export const PHONES_AFTER_RIDE_MS = 24 * 60 * 60_000;

/** A suspended person may settle the payment of a completed ride for this long. */
export const SUSPENDED_SETTLES_HOURS = 24;
/** A suspended person may read the receipt for this long after the ride, and for this long after its payment. */
export const SUSPENDED_READS_RECEIPT_MS = 15 * 60_000;

/** The maximum number of live connections of one user, over all devices and browser tabs. */
export const MAX_SOCKETS = 100;
/** The maximum number of devices on which one account is signed in; another sign-in ends the oldest session. */
export const MAX_SESSIONS = 100;
export const MAX_WATCHES = 50;
export const MAX_MESSAGE_BYTES = 16_384;
/**
 * The rate limit of one live connection for messages (including acknowledgements and pongs) and for bytes: how many a
 * second, and how many at once. A page that reconnects sends some fifty watches; a drive sends one position of 200
 * bytes each second.
 */
export const LINK_PACE = {
  messages: { perSecond: 50, burst: 500 },
  bytes: { perSecond: 65_536, burst: 262_144 },
} as const;
/** The rate limit until the user of a connection is known: only a token has to be sent. */
export const STRANGER_LINK_PACE = {
  messages: { perSecond: 2, burst: 10 },
  bytes: { perSecond: 8_192, burst: 32_768 },
} as const;
export const MAX_TRACK_POINTS = 500;
export const MAX_CONTACTS = 10;
export const MAX_SAVED_PLACES = 20;
/** The maximum number of characters of a saved place's label. */
export const MAX_PLACE_LABEL = 40;
export const MAX_RECENT_PLACES = 10;
/**
 * The maximum number of favorite drivers of a customer, and of drivers that one socket may watch, in addition to its
 * `MAX_WATCHES` other watches.
 */
export const MAX_FAVORITES = 50;
/** The maximum number of rows of a page. */
export const MAX_PAGE = 200;

export const REMINDER_LEAD_MINUTES = 30;
/** A customer who has not paid a completed ride after this time is reminded once. */
export const PAYMENT_DUE_MINUTES = 5;
/** The radii in kilometres in which drivers look for requests, and are notified of new ones. */
export const REQUEST_RADII_KM = [5, 10, 25] as const;
export const NOTIFICATION_DAYS = 30;
/** The shape of a ride begins at a person's door, so it is deleted after this time. */
export const RIDE_SHAPE_DAYS = 180;

/** A figure of what many people did is shown only if it comes from this many observations or more (docs/FAIRNESS.md). */
export const LEAST_OBSERVATIONS = 30;
/** A public figure of rides also needs this many different drivers, and as many customers. */
export const LEAST_PEOPLE = 5;

/** How long 'Not Now' hides the install banner. */
export const INSTALL_DISMISSAL_DAYS = 7;
/** How often a page checks for a newer version of the app. */
export const UPDATE_CHECK_MS = 60_000;
