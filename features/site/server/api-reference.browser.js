// Runs in the browser, after swagger-ui-bundle.js.
const { dataset, classList } = document.documentElement;
const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
classList.toggle('dark-mode', isDark);
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  // Only read requests can be tried here, because requests run with the session of this browser.
  supportedSubmitMethods: ['get'],
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
