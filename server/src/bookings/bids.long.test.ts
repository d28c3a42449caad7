import { test } from '@jest/globals';
import { bidRace } from '../testing/bid-race';
import { setUpRacing } from '../testing/racing';

const ROUNDS = 1_000;

const racing = setUpRacing();

test('in a thousand races of twenty calls on one quote there is one outcome each time', async () => {
  for (let round = 0; round < ROUNDS; round++) await bidRace(racing, round);
}, 3_600_000);
