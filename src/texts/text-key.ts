import type { GeneratedI18nStructure } from '#i18n';

/** A key of the catalogue whose text is shown as it is: no plural, nothing to fill in. */
export type TextKey = {
  [Key in keyof GeneratedI18nStructure]: GeneratedI18nStructure[Key] extends {
    plural: false;
    substitutions: 0;
  }
    ? GeneratedI18nStructure[Key] extends { namedSubstitutions: readonly string[] }
      ? never
      : Key
    : never;
}[keyof GeneratedI18nStructure];
