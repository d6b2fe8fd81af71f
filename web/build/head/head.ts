import './old-browser.ts';
import './appearance.js';
