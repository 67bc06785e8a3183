#include "core/measure/recipe.h"

namespace plumbline {

namespace {

Cut cutOf(PercentileRule rule) {
    switch (rule) {
        case PercentileRule::nearest:
            return Cut::nearest;
        case PercentileRule::exclusive:
            return Cut::exclusive;
        case PercentileRule::linear:
            break;
    }
    return Cut::linear;
}

Formula theirs(FirstEvent first, LastEvent last = LastEvent::end) {
    Formula formula;
    formula.ours = false;
    formula.first = first;
    formula.last = last;
    formula.roleGap = true;
    return formula;
}

Recipe served(FirstEvent first) {  // vLLM and SGLang: FORMATS/shared.md §3
    return {Population::withoutError, true, false, Span::duration, Cut::linear, theirs(first), Counter::server};
}

Recipe guidellm(bool old) {  // FORMATS/guidellm.md §4
    Recipe recipe{old ? Population::withoutError : Population::withoutErrorMeasured,
                  !old,
                  false,
                  old ? Span::completed : Span::duration,
                  Cut::weighted,
                  theirs(old ? FirstEvent::answerText : FirstEvent::anyText, LastEvent::endButTpotLastText),
                  Counter::server};
    recipe.formula.tokenWeights = true;
    recipe.formula.waitInTokenTime = !old;
    return recipe;
}

Recipe llmperf() {  // FORMATS/llmperf.md §3
    Recipe recipe{Population::withoutError,       false,          false, Span::duration, Cut::linear,
                  theirs(FirstEvent::answerText), Counter::client};
    recipe.formula.sampleSpread = true;
    return recipe;
}

Recipe mlperf() {  // FORMATS/mlperf.md §2
    Recipe recipe{Population::withoutError,    false,          false, Span::lastCompletion, Cut::truncated,
                  theirs(FirstEvent::anyText), Counter::stored};
    recipe.formula.fromScheduled = true;
    recipe.formula.singleTokenIsZero = true;
    return recipe;
}

Recipe evalscope(bool old) {  // FORMATS/evalscope.md §3 to §5
    Recipe recipe{Population::withoutError, false,          false, Span::duration, Cut::truncated,
                  theirs(FirstEvent::own),  Counter::server};
    recipe.formula.closingGap = old;
    recipe.formula.singleTokenIsZero = true;
    return recipe;
}

Recipe llmeter(bool old) {  // FORMATS/llmeter.md §4, §5
    const FirstEvent first = old ? FirstEvent::own : FirstEvent::answerText;
    const LastEvent last = old ? LastEvent::end : LastEvent::lastText;
    return {Population::everyRow, false,          false, old ? Span::duration : Span::sends, Cut::extrapolated,
            theirs(first, last),  Counter::server};
}

Recipe generalRecipe(Dialect dialect) {
    switch (dialect) {
        case Dialect::vllm:
            return served(FirstEvent::own);
        case Dialect::sglang:
            return served(FirstEvent::anyText);
        case Dialect::aiperf:  // FORMATS/aiperf.md §4
            return {Population::withoutErrorMeasured,
                    false,
                    false,
                    Span::completed,
                    Cut::linear,
                    theirs(FirstEvent::anyText, LastEvent::lastText),
                    Counter::client};
        case Dialect::guidellmOld:
            return guidellm(true);
        case Dialect::guidellm:
            return guidellm(false);
        case Dialect::genaiBench:  // FORMATS/genai_bench.md §4
            return {Population::withoutError,    false,          false, Span::duration, Cut::linear,
                    theirs(FirstEvent::anyText), Counter::server};
        case Dialect::inferencePerf:  // FORMATS/inference_perf.md §4
            return {Population::withoutError,
                    false,
                    true,
                    Span::all,
                    Cut::linear,
                    theirs(FirstEvent::answerText, LastEvent::endButTpotLastText),
                    Counter::client};
        case Dialect::llmperf:
            return llmperf();
        case Dialect::mlperf:
            return mlperf();
        case Dialect::evalscopeOld:
        case Dialect::evalscope:
            return evalscope(dialect == Dialect::evalscopeOld);
        case Dialect::llmeterOld:
        case Dialect::llmeter:
            return llmeter(dialect == Dialect::llmeterOld);
    }
    return {};
}

}  // namespace

Recipe ourRecipe(const MeasureSettings& settings) {
    Recipe recipe;
    recipe.cut = cutOf(settings.percentile);
    return recipe;
}

Recipe recipeOf(Dialect dialect, bool own) {
    Recipe recipe = generalRecipe(dialect);
    if (!own) return recipe;
    recipe.formula.first = FirstEvent::own;
    // The rows hold the server's count before the client's where both are told; inference-perf's figures do not.
    if (dialect != Dialect::inferencePerf) recipe.counter = Counter::stored;
    return recipe;
}

Recipe exchanged(Recipe base, const Recipe& other, Ingredient ingredient) {
    switch (ingredient) {
        case Ingredient::population:
            base.population = other.population;
            base.missingIsZero = other.missingIsZero;
            base.twoTimes = other.twoTimes;
            break;
        case Ingredient::window:
            base.span = other.span;
            break;
        case Ingredient::percentile:
            base.cut = other.cut;
            break;
        case Ingredient::formula:
            base.formula = other.formula;
            break;
        case Ingredient::tokens:
            base.counter = other.counter;
            break;
    }
    return base;
}

}  // namespace plumbline
