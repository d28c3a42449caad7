import { test } from '@jest/globals';
import { bidRace } from '../testing/bid-race';
import { setUpRacing } from '../testing/racing';

const ROUNDS = 30;

const racing = setUpRacing();

test('twenty concurrent calls of ten kinds on one quote have one outcome', async () => {
  for (let round = 0; round < ROUNDS; round++) await bidRace(racing, round);
}, 120_000);
