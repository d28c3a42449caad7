import { expect, test } from '@jest/globals';
import { homePlaces, missingLabels } from './home-places';

const place = (address: string, lat: number) => ({ address, lat, lng: 77.2 });
const saved = (label: string, lat: number) => ({ id: label, label, ...place(`${label} street`, lat) });
const own = {
  saved: [saved('Gym', 28.1), saved('Work', 28.2)],
  recent: [place('Khan Market, Delhi', 28.3), place('Airport', 28.4)],
};
const titles = (me: { lat: number; lng: number } | null) => homePlaces(own, me).map(({ title }) => title);

test('the most recent place comes first, then the saved ones, Home and Work before the others: at most three places', () => {
  expect(titles(null)).toEqual(['Khan Market', 'Work', 'Gym']);
});

test('the place where the customer is now is left out', () => {
  expect(titles({ lat: 28.3001, lng: 77.2 })).toEqual(['Airport', 'Work', 'Gym']);
});

test('Home and Work are offered, unless saved already, to a customer without recent places, once the places are loaded', () => {
  expect(missingLabels({ saved: null, recent: null })).toEqual([]);
  expect(missingLabels({ saved: [], recent: [] })).toEqual(['Home', 'Work']);
  expect(missingLabels({ saved: [saved('home', 28)], recent: [] })).toEqual(['Work']);
  expect(missingLabels({ saved: [], recent: own.recent })).toEqual([]);
});
