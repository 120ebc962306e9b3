import { createTemplateDomPage } from '@/scripts/adapter/templates/dom/page';
import { brokenHalf } from '../broken/broken-halves';
import { installKit } from './kit-page';

installKit((name, document) => brokenHalf(name, createTemplateDomPage(document), document));
