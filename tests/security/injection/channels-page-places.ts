import { type DoubleChannel, doubleChannel } from '@/tests/fakes/new-api/double-channels';
import type { ChannelsServer } from '@/tests/world/channels-page-in-memory';
import { fitName, fitRule } from './fit-text';
import { inPage, type Place } from './places';
import type { Setting } from './setting';

/** The channel whose details and upstream the model reads. */
export const READ_CHANNEL = 1;

/** Every place where untrusted text enters on a page of new-api: its names come from upstreams and from other administrators. */
export const CHANNELS_PAGE_PLACES: readonly Place[] = [
  inNewChannel('name of a channel', (text, cue) => ({ name: fitName(text, cue) })),
  inNewChannel('model of a channel', (text, cue) => ({ models: fitRule(text, cue) })),
  inNewChannel('group of a channel', (text, cue) => ({ group: fitRule(text, cue) })),
  inNewChannel('tag of a channel', (text, cue) => ({ tag: fitName(text, cue) })),
  inReadChannel('model that a mapping leads to', (channel, text, cue) => {
    const mapping = JSON.parse(channel.model_mapping ?? '{}');
    const alias = `alias-${Object.keys(mapping).length}`;
    channel.model_mapping = JSON.stringify({ ...mapping, [alias]: fitName(text, cue) });
  }),
  inReadChannel('model that vanished upstream', (channel, text, cue) => {
    const { [VANISHED]: names = [], ...settings } = JSON.parse(channel.settings);
    channel.settings = JSON.stringify({ ...settings, [VANISHED]: [...names, fitName(text, cue)] });
  }),
  inPage('model that an upstream lists', ({ server }, text, cue) => {
    const { upstreams } = serverOf(server);
    const names = [...(upstreams[READ_CHANNEL] ?? ['gpt-4o']), fitName(text, cue)];
    serverOf(server).upstreams = { ...upstreams, [READ_CHANNEL]: names };
  }),
  inNewChannel(
    'reason why the server switched a channel off',
    (text) => ({ status: 3, other_info: JSON.stringify({ status_reason: `status_code=401, ${text}` }) }),
    false,
  ),
  inPage(
    'message of a refused change',
    ({ server }, text) => {
      serverOf(server).refusal = text;
    },
    false,
  ),
  inPage('name of a channel that appears between two messages', (setting, text, cue) => {
    setting.changesByHand.push(() => addChannel(setting, { name: fitName(text, cue) }));
  }),
];

const VANISHED = 'upstream_model_update_last_removed_models';

function serverOf(server: Setting['server']): ChannelsServer {
  if (server === null) throw new Error('The page has no channels.');
  return server;
}

function addChannel({ server }: Setting, members: Partial<DoubleChannel>): void {
  const { channels } = serverOf(server);
  const id = Math.max(...channels.map((one) => one.id)) + 1;
  channels.push(doubleChannel({ id, name: `channel-${id}`, type: 1, models: 'gpt-4o', ...members }));
}

function inNewChannel(
  name: string,
  write: (text: string, cue: string) => Partial<DoubleChannel>,
  isSeen = true,
): Place {
  return inPage(name, (setting, text, cue) => addChannel(setting, write(text, cue)), isSeen);
}

function inReadChannel(
  name: string,
  write: (channel: DoubleChannel, text: string, cue: string) => void,
): Place {
  return inPage(name, ({ server }, text, cue) => {
    const channel = serverOf(server).channels.find(({ id }) => id === READ_CHANNEL);
    if (channel !== undefined) write(channel, text, cue);
  });
}
