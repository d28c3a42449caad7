import { describe, expect, test } from '@jest/globals';
import { namesPoint, withoutHouseNumber } from './street';

describe('an address without its house number', () => {
  test.each([
    ['12, MG Road, Indiranagar, Bengaluru', 'MG Road, Indiranagar, Bengaluru'],
    ['12 MG Road', 'MG Road'],
    ['221B Baker Street, London', 'Baker Street, London'],
    ['A-12, Lajpat Nagar, New Delhi', 'Lajpat Nagar, New Delhi'],
    ['A-12 Lajpat Nagar', 'Lajpat Nagar'],
    ['C/45, Block C, Janakpuri', 'Block C, Janakpuri'],
    ['Flat No. 304, Rose Apartments, Sector 22', 'Rose Apartments, Sector 22'],
    ['Flat 3B Rose Apartments', 'Rose Apartments'],
    ['H.No. 1187, Sector 17-B, Chandigarh', 'Sector 17-B, Chandigarh'],
    ['House number 5, 3rd floor, Park Lane', 'Park Lane'],
    ['#45 Church Street', 'Church Street'],
    ['Plot No 7-A/2 Udyog Vihar Phase 4', 'Udyog Vihar Phase 4'],
    ['Tower 5, Palm Greens', 'Palm Greens'],
    ['Hauptstraße 12a, Berlin', 'Hauptstraße, Berlin'],
    ['12-3/4, Hauz Khas', 'Hauz Khas'],
    ['1187', null],
    ['E 7', null],
    ['Rose Villa 7, Pune', 'Rose, Pune'],
    ['#9', null],
    ['4-A Nehru Marg, New Delhi', 'Nehru Marg, New Delhi'],
    ['12-B MG Road, Bengaluru', 'MG Road, Bengaluru'],
    ['No.12/4-A, Anna Salai, Chennai', 'Anna Salai, Chennai'],
    ['No. 12, Anna Salai', 'Anna Salai'],
    ['No 5 MG Road', 'MG Road'],
    ['C-4/12-A Vasant Vihar, New Delhi', 'Vasant Vihar, New Delhi'],
    ['1-10-72/5/C Begumpet, Hyderabad', 'Begumpet, Hyderabad'],
    ['WZ-123/A Tilak Nagar', 'Tilak Nagar'],
    ['A-1/234-B Janakpuri', 'Janakpuri'],
    ['Nehru Marg 12/4-A', 'Nehru Marg'],
    ['12(4) MG Road', 'MG Road'],
    ['12 - 4 MG Road', 'MG Road'],
    ['12bis MG Road', 'MG Road'],
    ['Old No 12 New No 34, T Nagar', 'T Nagar'],
    ['४२ करोल बाग', 'करोल बाग'],
    ['House No ४२, Karol Bagh', 'Karol Bagh'],
    ['MG Road 12, Indiranagar, Bengaluru', 'MG Road, Indiranagar, Bengaluru'],
    ['MG Road 12/4-A', 'MG Road'],
    ['MG Road No 12', 'MG Road'],
    ['Main Road 221B', 'Main Road'],
    ['Defence Colony D-45, New Delhi', 'Defence Colony, New Delhi'],
    ['Greater Kailash M-23', 'Greater Kailash'],
    ['Vasant Vihar 12/4', 'Vasant Vihar'],
    ['Inderpuri Colony No 34', 'Inderpuri Colony'],
    ['3rd Main 12, Jayanagar', '3rd Main, Jayanagar'],
    ['T-12 Green Park', 'Green Park'],
    ['PH-4 Palm Greens', 'Palm Greens'],
    ['Sector 22-B/1187, Chandigarh', 'Sector 22-B, Chandigarh'],
    ['Sector-22/1187, Chandigarh', 'Sector-22, Chandigarh'],
    ['Pocket B-7/45, Rohini', 'Pocket, Rohini'],
    ['①② MG Road', 'MG Road'],
    ['Flat ⅻ, Rose Apartments', 'Rose Apartments'],
    ['Church Lane 12, Bengaluru', 'Church Lane, Bengaluru'],
    ['Mahatma Gandhi Gali No 45', 'Mahatma Gandhi Gali'],
    ['E Block 123, Noida', 'E Block, Noida'],
    ['4th Block 45, Jayanagar', '4th Block, Jayanagar'],
    ['Kashmiri Gate 14, Delhi', 'Kashmiri Gate, Delhi'],
    ['Gandhi Ward-12', 'Gandhi'],
    ['JP Nagar 2nd Phase 45, Bengaluru', 'JP Nagar 2nd Phase, Bengaluru'],
    ['JP Nagar 2nd Phase No 45', 'JP Nagar 2nd Phase'],
    ['Indiranagar II Stage 45/3', 'Indiranagar II Stage'],
    ['JP Nagar 2nd Phase-45, Bengaluru', 'JP Nagar 2nd, Bengaluru'],
    ['JP Nagar 2nd Phase45', 'JP Nagar 2nd'],
    ['Banashankari IIIrd Stage No 812', 'Banashankari IIIrd Stage'],
    ['Sushant Lok 1 Phase 45, Gurugram', 'Sushant Lok Phase, Gurugram'],
    ['2 nd Phase 45', 'nd Phase'],
    ['(2nd) Phase.45', null],
    ['Second Phase 45, Mohali', 'Second Phase, Mohali'],
    ['Old Highway 12', 'Old Highway'],
    ['Flat XII, Rose Apartments', 'Rose Apartments'],
    ['Flat A, Rose Apartments', 'Rose Apartments'],
    ['12th House, Park Lane', 'House, Park Lane'],
  ])('for "%s" is "%s"', (address, street) => {
    expect(withoutHouseNumber(address)).toBe(street);
  });

  test.each([
    'Connaught Place, New Delhi, 110001',
    'Indira Gandhi Airport, Terminal 3',
    '5th Avenue, New York',
    '100 Feet Road, Indiranagar',
    'NH 44, Karnal',
    'NH44, Karnal',
    'Ward No. 7, Karnal',
    '12th Main, 4th Cross, Indiranagar',
    'Block C, Sector 3',
    'Block 4, Salt Lake Sector 5',
    'Gali No. 3, Karol Bagh',
    'Phase 2, Sector 5, Mohali',
    'Gate No 4, Lodhi Garden',
    'Phase-2, Mohali',
    'सेक्टर १७, चंडीगढ़',
    'Sector 17, Chandigarh',
    'Rajiv Chowk Metro, Gate 4',
    'लाजपत नगर, नई दिल्ली',
  ])('for "%s" is unchanged', (address) => {
    expect(withoutHouseNumber(address)).toBe(address);
  });
});

test.each(['#1-a', '1-a', '1- ', 'Road 1 ', '12a-1', '1'])(
  'an address of 500 characters that repeats "%s" is not searched for longer than a second',
  (text) => {
    const address = `${text.repeat(500).slice(0, 499)}_`;
    const before = process.cpuUsage();
    expect(withoutHouseNumber(address)?.length ?? 0).toBeLessThanOrEqual(500);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  },
);

test.each([
  ['28.613900, 77.209000', true],
  ['Lat: 28.613900, Lng: 77.209000', true],
  ['Gate at 28.6139', true],
  ['28°36\'50"N 77°12\'32"E', true],
  ['7JWVJ6F8+2Q Delhi', true],
  ['J6F8+2Q, New Delhi', true],
  ['Sector 17.5, Chandigarh', false],
  ['Ring Road, 28.6 km from the airport', false],
  ['A+B Mall', false],
])('%s names a point: %p', (text, isPoint) => {
  expect(namesPoint(text)).toBe(isPoint);
});
