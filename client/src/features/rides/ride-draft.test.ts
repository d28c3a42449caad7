import { describe, expect, test } from '@jest/globals';
import { bodyOf, earliestTime, emptyDraft, type RideDraft, validateDraft } from './ride-draft';

const whole: RideDraft = {
  pickup: { text: 'Connaught Place', point: { lat: 28.63, lng: 77.21 } },
  drop: { text: 'Hauz Khas Village', point: { lat: 28.55, lng: 77.19 } },
  later: false,
  time: '',
  asked: '',
};

describe('the draft of a ride request', () => {
  test('is sent with both points, and without a time for an immediate ride', () => {
    expect(bodyOf({ ...whole, time: '2026-11-22T06:30' })).toEqual({
      pickup_location: 'Connaught Place',
      pickup_lat: 28.63,
      pickup_lng: 77.21,
      drop_location: 'Hauz Khas Village',
      drop_lat: 28.55,
      drop_lng: 77.19,
      is_scheduled: false,
      scheduled_time: null,
    });
  });

  test('converts the local time of a scheduled ride to ISO 8601', () => {
    const body = bodyOf({ ...whole, later: true, time: '2026-11-22T06:30' });
    expect(body.scheduled_time).toBe(new Date('2026-11-22T06:30').toISOString());
  });

  test("has no error when it is complete, and otherwise has errors with the server's texts", () => {
    expect(validateDraft(whole)).toEqual({});
    const none = 'Please select both pickup and drop locations on the map';
    expect(validateDraft({ ...emptyDraft, drop: whole.drop })).toEqual({ pickup: 'Please enter the pickup location' });
    expect(validateDraft({ ...whole, drop: { text: 'Somewhere', point: null } })).toEqual({ drop: none });
    expect(validateDraft({ ...whole, later: true })).toEqual({ time: 'Please choose a date and time' });
    const soon = earliestTime(new Date(Date.now() - 20 * 60_000));
    expect(validateDraft({ ...whole, later: true, time: soon })).toEqual({
      time: 'Rides must be scheduled at least 30 minutes in advance',
    });
  });

  test('refuses coordinates out of range instead of using them as a name', () => {
    const sentence = 'There is no such place: latitude is from -90 to 90, longitude from -180 to 180';
    const typed = (text: string) => validateDraft({ ...whole, pickup: { ...whole.pickup, text } });
    expect(typed('95, 200')).toEqual({ pickup: sentence });
    expect(typed('28.6139, 181')).toEqual({ pickup: sentence });
    expect(typed('28.6139, 77.209')).toEqual({});
    expect(typed('110 001')).toEqual({});
    expect(typed('Sector 62, Noida')).toEqual({});
    expect(validateDraft({ ...whole, drop: { text: '-90.5 77', point: null } })).toEqual({ drop: sentence });
  });

  test("can be scheduled from half an hour ahead, in whole minutes of the user's time zone", () => {
    expect(earliestTime(new Date(2026, 10, 22, 23, 45, 1))).toBe('2026-11-23T00:16');
    expect(earliestTime(new Date(2026, 10, 22, 6, 0, 0))).toBe('2026-11-22T06:30');
    expect(validateDraft({ ...whole, later: true, time: earliestTime(new Date()) })).toEqual({});
  });
});
