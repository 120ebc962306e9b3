import fc from 'fast-check';
import { type Deed, inOneGo } from './deed';
import {
  answers,
  deaths,
  edits,
  endpoints,
  events,
  failures,
  pages,
  requests,
  results,
  time,
} from './outside-deeds';
import { decisions, holds, messages, queue, resumptions } from './person-deeds';
import { moments, progress } from './progress-deeds';
import { exactRollbacks, rollbacks, undos } from './rollback-deeds';

const interruptions = fc.oneof(deaths, pages, holds, edits, messages, time, decisions);

/** Whatever may happen, in any order, at any moment. */
export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 22, arbitrary: progress },
  { weight: 8, arbitrary: inOneGo(moments, interruptions) },
  { weight: 14, arbitrary: messages },
  { weight: 6, arbitrary: answers },
  { weight: 5, arbitrary: decisions },
  { weight: 4, arbitrary: holds },
  { weight: 5, arbitrary: resumptions },
  { weight: 3, arbitrary: queue },
  { weight: 2, arbitrary: results },
  { weight: 2, arbitrary: requests },
  { weight: 1, arbitrary: events },
  { weight: 3, arbitrary: edits },
  { weight: 3, arbitrary: pages },
  { weight: 2, arbitrary: endpoints },
  { weight: 3, arbitrary: deaths },
  { weight: 4, arbitrary: exactRollbacks },
  { weight: 2, arbitrary: rollbacks },
  { weight: 2, arbitrary: undos },
  { weight: 4, arbitrary: time },
  { weight: 1, arbitrary: failures },
);
