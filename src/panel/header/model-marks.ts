import { isOld, passedIn } from '@/src/panel/kit/text/model-check-facts';
import type { ModelCheck } from '@/src/schema/model-check';
import { t } from '@/src/texts/i18n';

/** The result of each check in a few words, by model, to follow the model's name. */
export function marksOf(checks: readonly ModelCheck[]): ReadonlyMap<string, string> {
  const some = checks.filter(({ tasks }) => tasks.length > 0);
  return new Map(
    some.map((check): [string, string] => {
      const counts = { passed: passedIn(check), count: check.tasks.length };
      const mark = isOld(check) ? t('modelCheck.oldMark', counts) : t('modelCheck.mark', counts);
      return [check.model, ` ${mark}`];
    }),
  );
}
