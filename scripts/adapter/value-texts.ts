import type { ValueType } from './template-kinds';

/** A text of the templates, which are about values that are on or off, and the text for values of another type. */
type Replacement = readonly [from: string, to: string];

/** The differences between types of values that are entered. All members are texts of the new files. */
interface EnteredType {
  typescript: string;
  schema: string;
  /** Description of the argument, for the model. */
  described: string;
  /** The values in a sentence, e.g. `with whole numbers`. */
  words: string;
  /** Attributes of the page's field, and the property that has its value. */
  field: string;
  property: string;
  /** Function that converts an argument. */
  convert: string;
  /** The values of `ada`, `dennis`, `grace` and `linus` on the fixture, and the value that `ada` is changed to. */
  samples: readonly [ada: string, dennis: string, grace: string, linus: string];
  changed: string;
  /** Another value than `value`. */
  other: string;
}

const ENTERED: Readonly<Record<Exclude<ValueType, 'boolean'>, EnteredType>> = {
  number: {
    typescript: 'number',
    schema: 'z.int().nonnegative()',
    described: 'A whole number from 0.',
    words: 'with whole numbers',
    field: 'type="number" min="0"',
    property: 'valueAsNumber',
    convert: 'Number',
    samples: ['100', '40', '250', '0'],
    changed: '7',
    other: 'value + 1',
  },
  text: {
    typescript: 'string',
    schema: 'z.string().max(200)',
    described: 'A text of at most 200 characters.',
    words: 'with texts',
    field: 'type="text"',
    property: 'value',
    convert: 'String',
    samples: ['"blue"', '"white"', '"green"', '""'],
    changed: '"red"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the new file
    other: '`${value}!`',
  },
};

/**
 * The replacements that make the templates fit values of this type, in the order in which to make them: the last one replaces
 * `.checked`, which the texts of those before it have, too.
 */
export function valueTexts(type: ValueType): readonly Replacement[] {
  if (type === 'boolean') return [];
  const { typescript, schema, described, words, field, property, convert, samples, changed, other } =
    ENTERED[type];
  const [ada, dennis, grace, linus] = samples;
  return [
    // Types, schemas and words.
    ['; true for one that is on', ''],
    ['{ [name: string]: boolean }', `{ [name: string]: ${typescript} }`],
    ["on: z.boolean().describe('true turns it on.')", `value: z.boolean().describe('${described}')`],
    ['z.boolean()', schema],
    ['Turns one switch of the page on or off.', 'Sets one switch of the page.'],
    ['switches that are on or off', `switches ${words}`],
    [
      "'{on, select, true {Turn on {name}} false {Turn off {name}} other {Turn on or turn off {name}}}'",
      'Set {name} to {value}',
    ],
    // A server that renders its pages.
    ['isOn: boolean', `value: ${typescript}`],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the templates
      "type=\"checkbox\" ${attributes}${isOn ? ' checked' : ''}",
      `${field} \${attributes} value="\${escaped(String(value))}"`,
    ],
    ["posted.has('value')", `${convert}(posted.get('value'))`],
    // Calls.
    ['{ name, on, offset }', '{ name, value: wanted, offset }'],
    ['on === true', `${convert}(wanted)`],
    // The server of the fixture.
    ['body === true', `${convert}(body)`],
    [
      'beta: false, guests: true, invites: true, search: false',
      `ada: ${ada}, dennis: ${dennis}, grace: ${grace}, linus: ${linus}`,
    ],
    ["'guests'", "'dennis'"],
    ['[name, false]', `[name, ${ada}]`],
    ['beta: true', `ada: ${changed}`],
    ["'beta', on: true", `'ada', value: ${changed}`],
    ["/beta', { method: 'PUT', body: 'true' }", `/ada', { method: 'PUT', body: '${changed}' }`],
    ['!isOn', other],
    ['isOn', 'value'],
    // A page of the API.
    ['switches[name] === true', 'switches[name] ?? null'],
    // A page of fields.
    [
      '<label><input type="checkbox"> <span class="name"></span></label>\';',
      `<label><span class="name"></span> <input ${field}></label>';
        // [saved
        row.innerHTML += ' <input class="saved" ${field} readonly>';
        // saved]`,
    ],
    [
      "? '' : 'unsaved';",
      `? '' : 'unsaved';
        // [saved
        row.querySelector('.saved').checked = saved[row.querySelector('.name').textContent];
        // saved]`,
    ],
    ["Reads and clicks the page's own check boxes.", "Reads and fills in the page's own fields."],
    ["box: requireElement(row, 'input[type=checkbox]'", "field: requireElement(row, 'label input'"],
    [
      "isUnsaved: row.classList.contains('unsaved'),",
      `// [saved
      saved: requireElement(row, 'input.saved', HTMLInputElement),
      // saved]`,
    ],
    [
      '({ name, box, isUnsaved }) => [name, box.checked !== isUnsaved]',
      '({ name, saved }) => [name, saved.checked]',
    ],
    [
      `/** Clicks, and waits until the page has taken or refused it. */
  async function click(element: HTMLElement, signal: AbortSignal): Promise<void> {
    element.click();`,
      `/** Makes a change, and waits until the page has taken or refused it. */
  async function change(make: () => void, signal: AbortSignal): Promise<void> {
    make();`,
    ],
    [
      "click(requireElement(main(), 'button.save', HTMLElement), signal)",
      "change(() => requireElement(main(), 'button.save', HTMLElement).click(), signal)",
    ],
    [
      `if (!Object.hasOwn(switches, name)) throw pageProblem('state-refused', \`\${name} is new.\`);
          if (box.checked !== switches[name]) await click(box, signal);`,
      `const value = Object.hasOwn(switches, name) ? switches[name] : undefined;
          if (value === undefined) throw pageProblem('state-refused', \`\${name} is new.\`);
          if (field.checked === value) continue;
          await change(() => {
            field.checked = value;
            field.dispatchEvent(new Event('change', { bubbles: true }));
          }, signal);`,
    ],
    ['box.checked', 'field.checked'],
    ['{ name, box }', '{ name, field }'],
    ['checkBoxes', 'allFields'],
    ['.checked = true;', `.checked = ${changed};`],
    ['.checked', `.${property}`],
  ];
}
