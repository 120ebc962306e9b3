import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import type { ChangeWithoutMessage } from '../kit/calls';
import { type ComputedTool, computeCallOf, computedTool } from '../kit/computed-tool';
import { entryChange } from '../kit/entries/entries';
import type { EntriesStep } from '../kit/entries/entries-half';
import { countOf, listed, nearHint } from '../kit/tool-results';
import { without } from '../kit/without';
import {
  type Channel,
  type ChannelState,
  labelOf,
  mappingOf,
  mappingText,
  type NewApiContext,
  plainLabelOf,
} from './channels';
import { channelsByModel, upstreamName } from './offers';
import {
  channel,
  channelIn,
  chosen,
  failed,
  fitting,
  GET_CHANNEL,
  MAX_CHANGED_CHANNELS,
  modelNames,
  part,
  readTools,
  type Selection,
  selection,
  text,
} from './reads';

/** Longest name of a model: what the server takes when a channel is created. */
const MAX_MODEL_LENGTH = 255;
/** Time limit of a change or a rollback, in milliseconds: two requests for each channel, and the pauses of the rate limit. */
export const CHANGE_TIMEOUT_MS = 600_000;
/** Time that a stopped change has for its present channel, in milliseconds: longer than that of a request. */
export const STOP_TIMEOUT_MS = 25_000;

/** A change of channels, with the message of its result. */
export interface ChannelChange extends ChangeWithoutMessage<NewApiContext> {
  step: EntriesStep;
  message: string;
  data: JsonObject;
}

const WRITES = {
  effect: 'write',
  question: say('new-api.question.change'),
  defaultPermission: 'ask',
  readWith: GET_CHANNEL,
  timeoutMs: CHANGE_TIMEOUT_MS,
} as const;

const allTools: readonly ComputedTool<NewApiContext, ChannelChange>[] = [
  ...readTools,
  computedTool(
    {
      name: 'add_models',
      line: 'new-api.call.addModels',
      description: `Adds models to channels.`,
      input: z.strictObject({
        ...selection,
        models: modelNames.describe('Exact names, as clients call them.'),
      }),
      ...WRITES,
    },
    (context, { models, ...selected }) => {
      const names = [...new Set(models.map(newName))];
      const known = channelsByModel(context);
      const having = names.map((name) => ({ name, channels: new Set(known.get(name)) }));
      return changeOf(
        context,
        chosen(context, selected),
        (one) => {
          const missing = having.filter(({ channels }) => !channels.has(one)).map(({ name }) => name);
          return missing.length === 0 ? {} : { models: [...one.models, ...missing] };
        },
        (count) => `Added ${named(names)} to ${count}.`,
      );
    },
  ),
  computedTool(
    {
      name: 'remove_models',
      line: 'new-api.call.removeModels',
      description: `Removes models from channels. A channel needs at least one model; disable it instead of emptying it.`,
      input: z.strictObject({
        ...selection,
        patterns: modelNames.describe('Exact names, or patterns with *.'),
      }),
      ...WRITES,
    },
    (context, { patterns, ...selected }) => {
      const names = fitting(context, patterns);
      const removed = new Set<string>();
      return changeOf(
        context,
        chosen(context, selected),
        ({ models }) => {
          const gone = models.filter((name) => names.has(name));
          for (const name of gone) removed.add(name);
          return gone.length === 0 ? {} : { models: models.filter((name) => !names.has(name)) };
        },
        (count) => `Removed ${named([...removed])} from ${count}.`,
      );
    },
  ),
  computedTool(
    {
      name: 'set_models',
      line: 'new-api.call.setModels',
      description: `Replaces the whole list of a channel’s models, e.g. by one that the user pasted.`,
      input: z.strictObject({ channel, models: modelNames.describe('Exact names, as clients call them.') }),
      ...WRITES,
    },
    (context, args) => {
      const models = [...new Set(args.models.map(newName))];
      return changeOf(
        context,
        [channelIn(context, args.channel)],
        () => ({ models }),
        () => `Set the models of the channel: ${countOf(models.length, 'model')}.`,
      );
    },
  ),
  computedTool(
    {
      name: 'set_mapping',
      line: 'new-api.call.setMapping',
      description: `Maps a name that clients call to a model of the upstream, in one channel; adds the name to its models.`,
      input: z.strictObject({
        channel,
        from: text.describe('The name that clients call.'),
        to: text.describe('The upstream’s name.'),
      }),
      ...WRITES,
    },
    (context, { channel: wanted, from, to }) => {
      const one = channelIn(context, wanted);
      const [name, target] = [newName(from), newName(to)];
      const mapping = mappingText({ ...usableMapping(one), [name]: target });
      if (upstreamName({ ...one, mapping }, name) === null) {
        throw failed(
          'invalid_mapping',
          `The mapping would lead ${name} in a circle, and each call of it would fail; nothing was changed.`,
        );
      }
      const models = one.models.includes(name) ? one.models : [...one.models, name];
      return changeOf(
        context,
        [one],
        () => ({ models, mapping }),
        () => `Mapped ${name} to ${target}.`,
      );
    },
  ),
  computedTool(
    {
      name: 'remove_mapping',
      line: 'new-api.call.removeMapping',
      description: `Removes the mapping of a name in one channel, and the name from its models.`,
      input: z.strictObject({
        channel,
        from: text.describe('The name that clients call.'),
        keep_model: z
          .boolean()
          .optional()
          .describe('true: clients can still call the name, which then leads to itself.'),
      }),
      ...WRITES,
    },
    (context, { channel: wanted, from, keep_model: isKept }) => {
      const one = channelIn(context, wanted);
      const mapping = usableMapping(one);
      if (!Object.hasOwn(mapping, from)) {
        throw failed(
          'mapping_not_found',
          `Channel ${labelOf(one)} maps no ${from}.${nearHint(from, Object.keys(mapping))}`,
        );
      }
      const { [from]: _removed, ...rest } = mapping;
      const models = isKept === true ? one.models : without(one.models, [from]);
      return changeOf(
        context,
        [one],
        () => ({ models, mapping: mappingText(rest) }),
        () => `Removed the mapping of ${from}.`,
      );
    },
  ),
  computedTool(
    {
      name: 'set_groups',
      line: 'new-api.call.setGroups',
      description: `Adds groups to channels, and removes others: clients of a group can call the models of its channels.`,
      input: z.strictObject({
        ...selection,
        add: z.array(text).max(100).optional().describe('Groups that the server has.'),
        remove: z.array(text).max(100).optional().describe('Groups that the channels have.'),
      }),
      ...WRITES,
    },
    (context, { add: added, remove: removed, ...selected }) => {
      const [add, remove] = [added ?? [], removed ?? []];
      // The server takes the parts between commas for groups of their own.
      const existing = part(context, 'groups').filter((name) => !name.includes(','));
      const [unknown] = without(add, existing);
      if (unknown !== undefined) {
        throw failed(
          'group_not_found',
          `Channels can’t have the group ${unknown}, only these: ${existing.join(', ')}.`,
        );
      }
      return changeOf(
        context,
        chosen(context, selected),
        (one) => {
          const groups = without(withAll(one.groups, add), remove);
          if (groups.length > 0) return { groups };
          throw failed('invalid_groups', `Channel ${labelOf(one)} would have no group; nothing was changed.`);
        },
        (count) => `Changed the groups of ${count}.`,
      );
    },
  ),
  ...([true, false] as const).map((on) =>
    computedTool(
      {
        name: on ? 'enable_channels' : 'disable_channels',
        line: on ? 'new-api.call.enableChannels' : 'new-api.call.disableChannels',
        description: `Switches channels ${on ? 'on' : 'off'}.`,
        input: z.strictObject(selection),
        ...WRITES,
      },
      (context: NewApiContext, selected: Selection) =>
        changeOf(
          context,
          chosen(context, selected),
          () => ({ on }),
          (count) => `Switched ${count} ${on ? 'on' : 'off'}.`,
        ),
    ),
  ),
  computedTool(
    {
      name: 'ignore_upstream_models',
      line: 'new-api.call.ignoreUpstreamModels',
      description:
        'Changes what the server’s check of an upstream leaves out, in one channel. Clients get the same models as before.',
      input: z.strictObject({
        channel,
        add: z.array(text).max(500).optional().describe('Names, or regex: with a regular expression.'),
        remove: z.array(text).max(500).optional().describe('Entries as the channel has them.'),
      }),
      ...WRITES,
    },
    (context, { channel: wanted, add, remove }) =>
      changeOf(
        context,
        [channelIn(context, wanted)],
        ({ ignored }) => ({ ignored: without(withAll(ignored, add ?? []), remove ?? []) }),
        () => 'Changed what the check of the upstream leaves out.',
      ),
  ),
];

/** The list, followed by the added names that it lacks. */
function withAll(list: readonly string[], added: readonly string[]): string[] {
  return [...list, ...without([...new Set(added)], list)];
}

/** The definitions of all tools, in their fixed order. */
export const tools = allTools.map(({ definition }) => definition);

export const computeCall = computeCallOf(allTools);

/**
 * Trims a name for a channel's list. Throws the call's failure for a name that the list can't contain; the server accepts any text.
 */
function newName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && !trimmed.includes(',') && trimmed.length <= MAX_MODEL_LENGTH) return trimmed;
  throw failed(
    'invalid_model',
    `${JSON.stringify(trimmed)} can’t be the name of a model: it is empty, has a comma, or is longer than ${MAX_MODEL_LENGTH} characters.`,
  );
}

function usableMapping(one: Channel): { [from: string]: string } {
  const mapping = mappingOf(one);
  if (mapping !== null) return mapping;
  throw failed(
    'page_refused',
    `The mapping of channel ${labelOf(one)} isn’t valid, so all its calls fail. The user has to repair it on the page.`,
  );
}

/**
 * The change of a call, with the members that really change. `patch` returns those that a channel gets. Throws the call's failure if a
 * channel would have no model.
 */
function changeOf(
  context: NewApiContext,
  selected: readonly Channel[],
  patch: (channel: Channel) => Partial<ChannelState>,
  message: (channels: string) => string,
): ChannelChange | ToolResult {
  const patched = selected.map((one) => ({ id: String(one.id), one, members: patch(one) }));
  const emptied = patched
    .filter(({ members }) => members.models?.join(',') === '')
    .map(({ one }) => plainLabelOf(one));
  if (emptied.length > 0) {
    throw failed(
      'invalid_models',
      'A channel can’t be without a model: the server ignores an empty list. Nothing was changed; disable_channels switches such channels off.',
      listed('channels', emptied),
    );
  }
  part(context, 'unpriced'); // Throws if this part wasn't read yet. The consequences need it.
  const entries = patched.flatMap(({ id, one, members }) => entryChange(id, one, members) ?? []);
  if (entries.length === 0)
    return failure('nothing_to_change', 'All of this is so already; nothing was changed.');
  if (entries.length > MAX_CHANGED_CHANNELS) {
    return failure(
      'too_many_channels',
      `${entries.length} channels would change; at most ${MAX_CHANGED_CHANNELS} can in one call.`,
    );
  }
  const names = new Map(selected.map((one) => [String(one.id), plainLabelOf(one)]));
  const after = new Map(entries.map(({ key, after: members }) => [key, members]));
  const channels = context.channels.map((one) => {
    const members = after.get(String(one.id));
    return members === undefined
      ? one
      : { ...one, ...members, ...(members.on === true && { offReason: null }) };
  });
  return {
    after: { ...context, channels },
    step: { entries },
    message: message(countOf(entries.length, 'channel')),
    data: listed(
      'channels',
      entries.map(({ key }) => names.get(key) ?? key), // Each is selected.
    ),
  };
}

/** Most names in a message. */
const MAX_IN_MESSAGE = 10;

function named(names: readonly string[]): string {
  return names.length > MAX_IN_MESSAGE ? countOf(names.length, 'model') : names.join(', ');
}
