import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { contextWithState } from '@/src/core/adapter/context-with-state';
import { createWording } from '@/src/core/text/wording';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import { isSaidText, type Said } from '@/src/schema/values/said';
import { readEnglishMessages } from '../../english-messages';
import { samplesOf } from '../subject';
import type { Check } from './check';
import { onNewPages } from './on-new-pages';

/** A text that the user reads, with the part of the adapter that it comes from. */
type Shown = readonly [from: string, said: Said];

/** A sentence in the code is the same in every language. Names from the page are values of a text. */
export const textsHaveIds: Check = {
  rule: 'texts',
  title: 'shows the user only texts that have an id, each with the values that it needs',
  async run(subject) {
    const { definition, adapterCase } = subject;
    const { context, state } = await (await subject.open(null)).kit('read');
    const parsed = definition.contextSchema.parse(context);
    const states = adapterCase.states(state, context);
    const others = states.flatMap((other) => contextWithState(definition, parsed, other) ?? []);
    const problemOf = createProblemOf();
    const found = [
      ...declared(definition),
      ...[parsed, ...others].flatMap((each) => ofContext(definition, each)),
      ...states.flatMap((other) =>
        shown(
          'diffState',
          definition.diffState(state, other).map(({ text }) => text),
        ),
      ),
    ].flatMap(problemOf);
    const ofPreviews = await onNewPages(
      subject,
      samplesOf(subject, ['write', 'commit', 'navigate']),
      async (caller, sample) => ofPreview((await caller.preview(sample)).call).flatMap(problemOf),
    );
    return [...new Set([...found, ...ofPreviews])];
  },
};

function declared({ tools, saving, effectNote }: AdapterDefinition): Shown[] {
  return [
    ...tools.flatMap(({ name, question }) => shown(`the question of ${name}`, [question])),
    ...Object.entries(saving?.words ?? {}).flatMap(([name, said]) => shown(`saving.words.${name}`, [said])),
    ...shown('effectNote', effectNote === undefined ? [] : [effectNote]),
  ];
}

/** Texts about a page, without those that can be names: its title, and the notes on its parts. */
function ofContext({ pageLine, suggestions, saving }: AdapterDefinition, context: Json): Shown[] {
  return [
    ...shown('pageLine', pageLine(context).facts),
    ...shown('suggestions', suggestions?.(context) ?? []),
    ...shown('unsavedNote', [saving?.unsavedNote(context) ?? null]),
  ];
}

function ofPreview(dryRun: CallDryRun): Shown[] {
  const rows = shown(
    'the rows',
    dryRun.rows.flatMap(({ text, note }) => [text, note]),
  );
  if (dryRun.kind === 'failure') return rows;
  const { summary, warning = null, unchanged, effects, differences, notes } = dryRun.preview;
  const listed = effects.flatMap(({ title, names }) => [title, ...names.map(({ detail }) => detail)]);
  const lines = [...differences, ...notes].map(({ text }) => text);
  return [...shown('the preview', [summary, warning, unchanged, ...listed, ...lines]), ...rows];
}

function shown(from: string, texts: readonly (Said | null)[]): Shown[] {
  return texts.flatMap((said): Shown[] => (said === null ? [] : [[from, said]]));
}

/** A name from the page that stands alone, such as the rule of a row. */
const QUOTED = /^".*"$/s;

/** A function that says what is wrong with a text; nothing if the catalogue has it. */
function createProblemOf() {
  const messages = readEnglishMessages();
  const wording = createWording(messages, 'en', ['en-US']);
  return ([from, said]: Shown): string[] => {
    if (!isSaidText(said)) {
      return QUOTED.test(said) ? [] : [`${from} has “${said}”, which is no text with an id`];
    }
    if (!Object.hasOwn(messages, said.id))
      return [`${from} has the text ${said.id}, which no texts.en.yml has`];
    return wording
      .parts(said.id, said.values)
      .flatMap((part) =>
        typeof part === 'object' && part.isMissing
          ? [`${from} has the text ${said.id} without its value ${part.foreign}`]
          : [],
      );
  };
}
