import { describe, expect, test } from '@jest/globals';
import { historyFilters } from '../bookings/bookings.schema';
import { documentKinds, documentNames } from '../drivers/drivers.schema';
import * as core from './constants';

describe('the constants of the specification (section 9):', () => {
  const constants = new Map<string, unknown>(Object.entries(core));
  test.each<[keyof typeof core, unknown]>([
    ['CURRENCY', 'INR'],
    ['PLATFORM_FEE_PERCENT', 10],
    ['SCHEDULE_LEAD_MINUTES', 30],
    ['DEFAULT_CENTER', { lat: 28.6139, lng: 77.209 }],
    ['GEOLOCATION_TIMEOUT_MS', 10_000],
    ['ZOOM_NEAR', 13],
    ['ZOOM_QUOTES', 12],
    ['MAP_HEIGHT_PX', 400],
    ['QUOTE_MARKER_OFFSET_DEG', 0.01],
    ['QUOTES_POLL_MS', 5_000],
    ['CUSTOMER_POLL_MS', 5_000],
    ['OPEN_REQUESTS_POLL_MS', 10_000],
    ['ADDRESS_DELAY_MS', 500],
    ['ADDRESS_MAX_PARTS', 4],
    ['SHORT_ID_LENGTH', 8],
    ['MAX_UPLOAD_BYTES', 5_242_880],
    ['TOAST_MS', 4_000],
    ['TOAST_SUCCESS_MS', 3_000],
    ['TOAST_MAX', 3],
  ])('%s is as specified', (name, value) => {
    expect(constants.get(name)).toEqual(value);
  });

  test('the history filter has the values all, completed and cancelled', () => {
    expect(historyFilters).toEqual(['all', 'completed', 'cancelled']);
  });

  test('there are five documents, of which three may be PDF', () => {
    expect(documentNames.map((name) => [name, documentKinds[name].pdf])).toEqual([
      ['driver_photo', false],
      ['vehicle_image', false],
      ['rc_document', true],
      ['license_document', true],
      ['fitness_document', true],
    ]);
  });
});
