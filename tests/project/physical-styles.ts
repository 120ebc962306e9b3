import { generate, parse, walk } from 'css-tree';

const COMMENT = /\/\*[\s\S]*?\*\//g;
/** A declaration; what is before a `{` is a selector or a condition. */
const DECLARATION = /(?<![\w-])([\w-]+)\s*:([^;{}]+)[;}]/g;
const SIDE_IN_NAME = /(^|-)(left|right)(-|$)/;
/** Shorthands whose second of four values is for the right side, and whose fourth is for the left side. */
const SIDES = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

/**
 * Declarations for the left or the right side, as `property: value`. They are wrong where lines run from right to left; logical
 * properties, such as `margin-inline-start`, aren't.
 */
export function physicalStyles(css: string): string[] {
  return [...css.replaceAll(COMMENT, '').matchAll(DECLARATION)]
    .filter(([, property = '', value = '']) => !property.startsWith('--') && isPhysical(property, value))
    .map(([, property = '', value = '']) => `${property}: ${value.trim()}`);
}

function isPhysical(property: string, text: string): boolean {
  const value = parse(text.replace(/!important\s*$/, ''), { context: 'value' });
  const values = value.type === 'Value' ? value.children.toArray().map((node) => generate(node)) : [];
  const [first = '', second = first, third = first, fourth = second] = values;
  let namesSide = false;
  walk(value, (node) => {
    if (node.type === 'Identifier') namesSide ||= /^(left|right)$/.test(node.name);
    if (node.type !== 'Function' || !/^translate(X|3d)?$/.test(node.name)) return;
    namesSide ||= node.children.first !== null && generate(node.children.first) !== '0';
  });
  return (
    namesSide ||
    SIDE_IN_NAME.test(property) ||
    (SIDES.test(property) && second !== fourth) ||
    (property === 'border-radius' && (first !== second || third !== fourth)) ||
    (property === 'translate' && first !== '0')
  );
}
