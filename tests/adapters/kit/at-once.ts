import type { Steps } from '@/src/adapters/kit/slices';

/** The value of work in steps, which are all done at once. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
