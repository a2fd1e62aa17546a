import { expect, it } from 'vitest';
import { about, counted } from './amounts.js';

it('a duration is said as people say it', () => {
  expect([20, 89, 91, 1500, 5340, 5400, 9000].map(about)).toEqual([
    'about a minute',
    'about a minute',
    'about 2 minutes',
    'about 25 minutes',
    'about 89 minutes',
    'about 1.5 hours',
    'about 2.5 hours',
  ]);
});

it('one is no plural', () => {
  expect([counted(1, 'item'), counted(2, 'item')]).toEqual(['1 item', '2 items']);
});
