/*
 * Polyfills for the oldest supported browsers. The check in build/browser-support.ts lists the same features
 * (POLYFILLED).
 */
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/es.array.to-spliced.js';
import 'core-js/modules/es.map.group-by.js';
import 'core-js/modules/web.url.can-parse.js';
