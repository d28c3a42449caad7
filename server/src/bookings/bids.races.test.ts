import { test } from '@jest/globals';
import { bidRace } from '../testing/bid-race';
import { setUpRacing } from '../testing/racing';

const ROUNDS = 30;

const racing = setUpRacing();

test('twenty calls at once that ask, answer, quote, raise, withdraw, choose and expire end in one outcome', async () => {
  for (let round = 0; round < ROUNDS; round++) await bidRace(racing, round);
}, 120_000);
