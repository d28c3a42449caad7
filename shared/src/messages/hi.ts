import type { Catalogue } from '../core/messages';
import { admin } from './hi/admin';
import { adminLog } from './hi/admin-log';
import { auth } from './hi/auth';
import { bids } from './hi/bids';
import { bookings } from './hi/bookings';
import { common } from './hi/common';
import { contacts } from './hi/contacts';
import { driverStatus } from './hi/driver-status';
import { drivers } from './hi/drivers';
import { earned } from './hi/earned';
import { fairness } from './hi/fairness';
import { fares } from './hi/fares';
import { favorites } from './hi/favorites';
import { geo } from './hi/geo';
import { home } from './hi/home';
import { install } from './hi/install';
import { jurisdictions } from './hi/jurisdictions';
import { live } from './hi/live';
import { mail } from './hi/mail';
import { market } from './hi/market';
import { native } from './hi/native';
import { notifications } from './hi/notifications';
import { payments } from './hi/payments';
import { places } from './hi/places';
import { pricing } from './hi/pricing';
import { push } from './hi/push';
import { quotes } from './hi/quotes';
import { ratings } from './hi/ratings';
import { realtime } from './hi/realtime';
import { receipts } from './hi/receipts';
import { recovery } from './hi/recovery';
import { rides } from './hi/rides';
import { shell } from './hi/shell';
import { trip } from './hi/trip';

/**
 * Every text of the product in Hindi, as people in India say it: polite (आप), short, and with words from popular apps
 * rather than from dictionaries.
 *
 * One word for one thing:
 * quote बोली · to quote बोली लगाना · ride राइड · ride request राइड रिक्वेस्ट · booking बुकिंग · trip सफ़र ·
 * driver ड्राइवर · customer ग्राहक (of a driver: सवारी) · admin एडमिन · pickup पिकअप · drop ड्रॉप · fare किराया ·
 * price क़ीमत · amount रक़म · payment पेमेंट · to pay पेमेंट करना · cash नकद · online payment ऑनलाइन पेमेंट ·
 * payment gateway पेमेंट गेटवे · refund रिफ़ंड · discount छूट · promo code प्रोमो कोड · platform fee प्लेटफ़ॉर्म फ़ीस ·
 * settlement सेटलमेंट · payout पेआउट · earnings कमाई · receipt रसीद · statement हिसाब · vehicle गाड़ी ·
 * vehicle number गाड़ी नंबर · licence लाइसेंस · documents दस्तावेज़ · verified वेरिफ़ाइड · location लोकेशन · map मैप ·
 * account अकाउंट · to sign in साइन इन · to sign out साइन आउट · register रजिस्टर · password पासवर्ड · email ईमेल ·
 * phone number फ़ोन नंबर · to accept स्वीकार करना · to reject अस्वीकार करना · to cancel रद्द करना ·
 * to confirm पुष्टि करना (on a booking's button: कन्फ़र्म) · pending बाकी · completed पूरी · rating रेटिंग ·
 * notification सूचना · please कृपया, only in requests.
 * Boli, UPI, OTP, PIN, GPS, PDF and the names of companies stay in Latin letters; digits are Latin.
 */
export const hi: Catalogue = {
  ...common,
  ...shell,
  ...install,
  ...realtime,
  ...auth,
  ...recovery,
  ...mail,
  ...geo,
  ...fares,
  ...market,
  ...earned,
  ...fairness,
  ...driverStatus,
  ...drivers,
  ...rides,
  ...home,
  ...quotes,
  ...bids,
  ...bookings,
  ...trip,
  ...payments,
  ...pricing,
  ...ratings,
  ...contacts,
  ...favorites,
  ...places,
  ...native,
  ...notifications,
  ...push,
  ...receipts,
  ...admin,
  ...adminLog,
  ...live,
  ...jurisdictions,
};
